/** The browser's cache storage, as far as it is used here. */
export function cacheStorage() {
  const stores = new Map<string, Map<string, Response>>();
  const absolute = (url: string) => new URL(url, "https://bbux.example").href;
  const found = (entries: Map<string, Response> | undefined, url: string) => entries?.get(absolute(url))?.clone();
  const store = (entries: Map<string, Response>) => ({
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    match: async (url: string) => found(entries, url),
    put: async (url: string, response: Response) => void entries.set(absolute(url), response),
    delete: async (url: string) => entries.delete(absolute(url)),
  });
  return {
    stores,
    open: async (name: string) => {
      const entries = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, entries);
      return store(entries);
    },
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    match: async (url: string, { cacheName }: { readonly cacheName: string }) => found(stores.get(cacheName), url),
    delete: async (name: string) => stores.delete(name),
  };
}
