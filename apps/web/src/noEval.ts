// The page's Content-Security-Policy allows no eval. Zod, which comes with the forms, would try it once and be reported.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
