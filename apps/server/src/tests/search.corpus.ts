/** A small community written for the search tests. Title, tags, body; code and answers where they matter. */
export interface CorpusPost {
  readonly name: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly content: string;
  readonly code?: string;
  readonly answers?: readonly string[];
}

export const CORPUS_TAGS = ["postgresql", "react", "C++", "c#", "node.js", "rust", "python", "physics"];

export const CORPUS: readonly CorpusPost[] = [
  {
    name: "effect",
    title: "Why does useEffect run twice in development?",
    tags: ["react"],
    content: "With StrictMode on, my component fetches two times.",
    answers: ["StrictMode mounts every component twice on purpose; clean up in the function you return."],
  },
  {
    name: "state",
    title: "State that depends on state before it",
    tags: ["react"],
    content: "I call `setCount(count + 1)` in a loop, and useEffect sees only the last value.",
  },
  {
    name: "storage",
    title: "Where does localStorage keep its data?",
    tags: ["react"],
    content: "I need to know how large it may become.",
  },
  {
    name: "unique",
    title: "Insert or update without SQLSTATE 23505",
    tags: ["postgresql"],
    content: "Two sessions insert the same key, one gets *duplicate key value violates unique constraint*.",
    answers: ["Use `insert … on conflict do update`, and read about speculative insertion."],
  },
  {
    name: "deadlock",
    title: "Deadlock between two updates",
    tags: ["postgresql"],
    content: "ERROR 40P01: deadlock detected. Both transactions update accounts, in another order.",
  },
  {
    name: "deferred",
    title: "Deferred constraint under read committed",
    tags: ["postgresql"],
    content: "When is a deferred constraint checked, and may it see rows of others?",
  },
  {
    name: "checked",
    title: "When is a constraint checked?",
    tags: ["postgresql"],
    content: "A foreign key, to be exact. It is deferred in my schema.",
  },
  {
    name: "vector",
    title: "Erase from a std::vector while iterating",
    tags: ["C++"],
    content: "The iterator is invalid afterwards. What does erase_if do?",
    code: "for (auto it = numbers.begin(); it != numbers.end();) it = is_odd(*it) ? numbers.erase(it) : ++it;",
  },
  {
    name: "ints",
    title: "Is int64_t always signed?",
    tags: ["C++"],
    content: "I come from C# and miss its plain words.",
  },
  {
    name: "foreach",
    title: "Loops over tuples",
    tags: ["C++"],
    content: "Is there a for_each for tuples in the standard library?",
  },
  {
    name: "linq",
    title: "Deferred execution of a query",
    tags: ["c#"],
    content: "When does LINQ run what I wrote?",
  },
  {
    name: "modules",
    title: "ERR_MODULE_NOT_FOUND with node.js and TypeScript",
    tags: ["node.js"],
    content: "Imports want the extension of the file, it seems.",
  },
  {
    name: "prototype",
    title: "What does map give for holes?",
    tags: ["node.js"],
    content: "`Array.prototype.map` skips them, but for what reason?",
  },
  {
    name: "borrow",
    title: "Cannot borrow as mutable more than once",
    tags: ["rust"],
    content: "error[E0499] while I keep a reference in snake_case_name.",
  },
  {
    name: "decorator",
    title: "Decorators with arguments",
    tags: ["python"],
    content: "How do I write a decorator that takes arguments and keeps the name of the function?",
  },
  {
    name: "cat",
    title: "Is Schrödinger's cat an observer?",
    tags: ["physics"],
    content: "A naïve question about measurement.",
  },
  {
    name: "teleport",
    title: "Entanglement and teleportation",
    tags: ["physics"],
    content: "Does teleportation of a qubit need entanglement that was shared before?",
  },
  {
    name: "noise",
    title: "Errors of a quantum gate",
    tags: ["physics"],
    content: "How much noise does a gate add, and does entanglement make it worse?",
  },
];
