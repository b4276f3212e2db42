import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as turn } from "node:timers/promises";
import type { Random } from "@bbux/db/testing/form";
import pg from "pg";

const { Client, Pool } = pg;

interface Task {
  readonly owner: string;
  readonly name: string;
}

interface Waiting {
  readonly task: Task;
  readonly at: string;
  readonly go: () => void;
}

const running = new AsyncLocalStorage<Task>();

/**
 * Runs tasks of several processes one at a time, and switches only where one of them waits for the chain. Statements in the database
 * run until they have answered, so the order in which things happen depends on nothing but the choices made here.
 */
export class Schedule {
  #waiting: Waiting[] = [];
  #tasks = new Set<Task>();
  /** What happened, in order. */
  readonly trace: string[] = [];
  /** What tasks failed with. */
  readonly errors: unknown[] = [];

  /** Adds a task, which begins when it is chosen. */
  start(owner: string, name: string, work: () => Promise<unknown>): void {
    const task = { owner, name };
    this.#tasks.add(task);
    const run = async () => {
      try {
        await work();
      } catch (error) {
        this.errors.push(error);
      }
      this.#tasks.delete(task);
    };
    this.#waiting.push({ task, at: "begins", go: () => void running.run(task, run) });
  }

  isRunning(owner: string, name: string): boolean {
    return [...this.#tasks].some((task) => task.owner === owner && task.name === name);
  }

  /** Where the current task waits for its turn. Work outside of tasks goes on. */
  point(at: string): Promise<void> {
    const task = running.getStore();
    if (!task) return Promise.resolve();
    return new Promise((go) => this.#waiting.push({ task, at, go }));
  }

  /** Ends everything that a process is doing, where it is waiting. */
  kill(owner: string): void {
    this.#waiting = this.#waiting.filter(({ task }) => task.owner !== owner);
    for (const task of this.#tasks) if (task.owner === owner) this.#tasks.delete(task);
  }

  /** Lets one task go on to where it waits next. @returns false when none waits */
  async step(random: Random): Promise<boolean> {
    return this.#waiting.length > 0 && this.#go(random.next(this.#waiting.length));
  }

  /** Lets a process go on alone, until it waits at this point or has nothing left to do. */
  async alone(owner: string, until?: string): Promise<void> {
    for (;;) {
      const next = this.#waiting.findIndex(({ task }) => task.owner === owner);
      if (next === -1 || (until !== undefined && this.#waiting[next]?.at === until)) return;
      await this.#go(next);
    }
  }

  async #go(index: number): Promise<boolean> {
    const [chosen] = this.#waiting.splice(index, 1);
    if (!chosen) return false;
    this.trace.push(`${chosen.task.owner} ${chosen.task.name}: ${chosen.at}`);
    chosen.go();
    await idle();
    return true;
  }
}

/** Calls whose answers wait for their turn, too: what they did may be known to others, or lost, before they return. */
const DOING = new Set(["send", "pay", "sweep", "cancel", "createNonce", "toCold", "transaction"]);

/** Has each call of an object wait for its turn. */
export function inTurns<Target extends object>(schedule: Schedule, target: Target, own: Partial<Target> = {}): Target {
  const turns = async (name: string, ask: () => Promise<unknown>): Promise<unknown> => {
    await schedule.point(name);
    try {
      return await ask();
    } finally {
      if (DOING.has(name)) await schedule.point(`${name} answered`);
    }
  };
  return new Proxy(target, {
    get(_, key) {
      const call: unknown = Reflect.get(own, key) ?? Reflect.get(target, key);
      if (typeof call !== "function") return call;
      return (...args: unknown[]) => turns(String(key), () => Reflect.apply(call, target, args));
    },
  });
}

/** Statements that the database hasn't answered. */
const pending = new Set<Promise<unknown>>();
/** A statement that takes longer waits for a lock that no one gives back. */
const STUCK_MS = 60_000;

/** Tests replace timers, and this one is for what hangs. */
const { setTimeout: later, clearTimeout: forget } = globalThis;

/** Resolves when every task has ended or waits for its turn. @throws Error when one waits for another in the database */
export async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet++) {
    await turn();
    if (pending.size === 0) continue;
    quiet = -1;
    await answered();
  }
}

async function answered(): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_, reject) => {
    timer = later(() => reject(new Error("tasks wait for each other in the database")), STUCK_MS);
  });
  try {
    await Promise.race([Promise.allSettled(pending), stuck]);
  } finally {
    forget(timer);
  }
}

/** Counts what is asked of the database from now on. @returns ends the counting */
export function countStatements(): () => void {
  const { query } = Client.prototype;
  const { connect } = Pool.prototype;
  const counted = (asked: unknown) => {
    if (!(asked instanceof Promise)) return asked;
    pending.add(asked);
    const isAnswered = () => pending.delete(asked);
    asked.then(isAnswered, isAnswered);
    return asked;
  };
  Object.assign(Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      return counted(Reflect.apply(query, this, args));
    },
  });
  Object.assign(Pool.prototype, {
    connect(this: pg.Pool, ...args: unknown[]) {
      return counted(Reflect.apply(connect, this, args));
    },
  });
  return () => {
    Object.assign(Client.prototype, { query });
    Object.assign(Pool.prototype, { connect });
  };
}
