/** Rejects if an answer takes too long. One that came while this process itself was late still counts. */
export function within<T>(milliseconds: number, answer: Promise<T>, refusal: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error(refusal))), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
