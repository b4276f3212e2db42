// The page's Content-Security-Policy forbids eval. Zod, which the forms bring, would try it once and cause a report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
