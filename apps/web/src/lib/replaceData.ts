/** The part of a tRPC query's utilities that this needs. */
interface Replaceable<Input, Data> {
  cancel(input: Input): Promise<void>;
  setData(input: Input, data: Data): unknown;
}

/** Puts what a change has answered in the place of a query's data, and drops what is being fetched: it may have been read before the change. */
export async function replaceData<Input, Data>(
  query: Replaceable<Input, Data>,
  input: Input,
  data: Data,
): Promise<void> {
  await query.cancel(input);
  query.setData(input, data);
}
