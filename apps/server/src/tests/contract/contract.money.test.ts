import { testCasesOf } from "./sweep.ts";

testCasesOf("money");
