import type { TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";
import type { operations } from "./rest.gen.ts";

export type OperationId = keyof operations;

/** Nothing if an operation has no such part, which is neutral in an intersection. */
type Part<T> = [T] extends [never] ? unknown : T;
type PathOf<Op> = Op extends { parameters: { path?: infer P } } ? Part<NonNullable<P>> : unknown;
type QueryOf<Op> = Op extends { parameters: { query?: infer Q } } ? Part<NonNullable<Q>> : unknown;
type BodyOf<Op> = Op extends { requestBody?: { content: { "application/json": infer B } } } ? B : unknown;
type Flat<T> = { [K in keyof T]: T[K] };
/** The input can be omitted if all fields are optional and no body is required. */
type Given<T, NeedsBody> = unknown extends T
  ? undefined
  : object extends T
    ? NeedsBody extends true
      ? Flat<T>
      : Flat<T> | undefined
    : Flat<T>;
type NeedsBody<Op> = Op extends { requestBody: object } ? true : false;

/** A procedure's input: REST's path, query, and body in one object. */
export type InputOf<Id extends OperationId> = Given<
  PathOf<operations[Id]> & QueryOf<operations[Id]> & BodyOf<operations[Id]>,
  NeedsBody<operations[Id]>
>;
/** Its output: REST's success body. */
export type OutputOf<Id extends OperationId> = operations[Id]["responses"][200]["content"] extends {
  "application/json": infer Body;
}
  ? Body
  : never;

type Definition<Id extends OperationId> = { input: InputOf<Id>; output: OutputOf<Id>; meta: object };
export type Query<Id extends OperationId> = TRPCQueryProcedure<Definition<Id>>;
export type Mutation<Id extends OperationId> = TRPCMutationProcedure<Definition<Id>>;
