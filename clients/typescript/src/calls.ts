import type { components, operations } from './generated/schema.ts'

export type OperationId = keyof operations
type Schemas = components['schemas']

/** A schema of openapi.json by its name, such as `Schema<'TransferDetails'>`. */
export type Schema<Name extends keyof Schemas> = Schemas[Name]

/** An event of the feed or of a webhook: a union by `type`. */
export type VaultEvent = Schemas['Event']
export type EventType = VaultEvent['type']
/** The event of one type, such as `EventOf<'transfer.completed'>`. */
export type EventOf<Type extends EventType> = Extract<VaultEvent, { type: Type }>

type Known<T> = [T] extends [never] ? unknown : T
type PathOf<Id extends OperationId> = Known<NonNullable<operations[Id]['parameters']['path']>>
type QueryOf<Id extends OperationId> = Known<NonNullable<operations[Id]['parameters']['query']>>
type HeaderOf<Id extends OperationId> = Known<NonNullable<operations[Id]['parameters']['header']>>
type ContentOf<Id extends OperationId> = operations[Id] extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Content }
    ? Content
    : unknown
  : unknown

/** A body is given by its members, a CSV file as `csv`. */
type SentOf<Content, Query> =
  | (Content extends { 'application/json': infer Body }
      ? Body & Pick<Query, Extract<keyof Query, 'validateOnly'>>
      : never)
  | (Content extends { 'text/csv': string } ? { csv: string | Blob } & Query : never)

/** The parameters of an operation: those of its path, its query and its body, by their names. */
export type Args<Id extends OperationId> = PathOf<Id> &
  (unknown extends ContentOf<Id> ? QueryOf<Id> : SentOf<ContentOf<Id>, QueryOf<Id>>)

type Json<Response> = Response extends { content: { 'application/json': infer Body } }
  ? Body
  : never
/** The body of a success. */
export type BodyOf<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: Json<operations[Id]['responses'][Status]>
}[keyof operations[Id]['responses']]

export interface CallOptions {
  /** Ends the call, and what is under way of it. */
  readonly signal?: AbortSignal
  /** Time for each attempt, with its token and response, in milliseconds; `wait` is added to it. */
  readonly timeoutMs?: number
  /** The number of further attempts at most, where they are safe. */
  readonly retries?: number
  /** More headers, such as `traceparent`. `Authorization` is always that of `token`. */
  readonly headers?: Readonly<Record<string, string>>
}

interface HeaderOptions {
  /**
   * The key that every attempt of a `POST` has, in place of a random one. Keep it with your own
   * record, and a call after a crash makes its change once, too.
   */
  readonly idempotencyKey?: string
  /** The `etag` of the version that the change is for. If it has changed since, the call fails. */
  readonly ifMatch?: string
}

type Taken<Header> =
  | ('Idempotency-Key' extends keyof Header ? 'idempotencyKey' : never)
  | ('If-Match' extends keyof Header ? 'ifMatch' : never)

/** The options of an operation: only some take a key or a version. */
export type OptionsOf<Id extends OperationId> = CallOptions &
  Pick<HeaderOptions, Taken<HeaderOf<Id>>>

/** Those of any operation. */
export type AnyOptions = CallOptions & HeaderOptions & { readonly ifNoneMatch?: string }

/** A success. */
export interface Reply<Body> {
  /** The result. */
  readonly data: Body extends { data: infer Data } ? Data : never
  /** The whole body: `data` with `pagination` and `included`. */
  readonly body: Body
  readonly status: number
  readonly headers: Headers
  /** The version of the record, for `ifMatch` and `ifNoneMatch`. */
  readonly etag: string | undefined
  /** The id of the request in the service's log. */
  readonly requestId: string | undefined
  /** Whether an earlier request with the same key made the change. */
  readonly isReplayed: boolean
}

/** The record has the version of `ifNoneMatch`. */
export interface NotModified extends Omit<Reply<unknown>, 'data' | 'body' | 'status'> {
  readonly data: undefined
  readonly body: undefined
  readonly status: 304
}

/** Only where all of them are optional, they can be left out. */
type Params<Id extends OperationId, Options> =
  object extends Args<Id>
    ? [args?: Args<Id>, options?: Options]
    : [args: Args<Id>, options?: Options]

export type Call<Id extends OperationId> = (
  ...params: Params<Id, OptionsOf<Id>>
) => Promise<Reply<BodyOf<Id>>>

export interface ConditionalCall<Id extends OperationId> {
  (...params: Params<Id, OptionsOf<Id>>): Promise<Reply<BodyOf<Id>>>
  (
    args: Args<Id>,
    options: CallOptions & { readonly ifNoneMatch: string },
  ): Promise<Reply<BodyOf<Id>> | NotModified>
}

/** The entries of a list. */
export type EntryOf<Id extends OperationId> =
  BodyOf<Id> extends { data: readonly (infer Entry)[] } ? Entry : never

/** Await it for one page, or go through the entries of all pages with `for await`. */
export interface Listing<Id extends OperationId>
  extends Promise<Reply<BodyOf<Id>>>,
    AsyncIterable<EntryOf<Id>> {
  /** The page, and those behind it. */
  pages(): AsyncGenerator<Reply<BodyOf<Id>>, void, undefined>
}

export type ListCall<Id extends OperationId> = (...params: Params<Id, OptionsOf<Id>>) => Listing<Id>
