import { testCasesOf } from "./sweep.ts";

testCasesOf("accounts");
