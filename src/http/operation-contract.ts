import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Refusal, RefusalCode } from '../domain/errors.ts'
import { INCLUDE_PARAMETER, INCLUDED } from '../domain/included-names.ts'
import type { Permission } from '../domain/permissions.ts'
import type { CsvRows } from './request/csv-body.ts'

/**
 * Everything published about one operation. The same schemas validate requests, serialize responses
 * and form the OpenAPI document.
 */
export interface OperationContract<
  Parameters extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> {
  /** Also names the route function, the test file and the member in the log; the title follows. */
  readonly operationId: string
  readonly description: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As the specification writes it: `/v1/fbo-accounts/{id}`. */
  readonly path: string
  /** Null: any live token may call it. */
  readonly permission: Permission | null
  /** The person whose id has this place may call it without the permission. */
  readonly orOwnPerson?: 'path id' | 'query personId'
  /** Live organizations do not have it. */
  readonly testOnly?: true
  /** Only documents them: a malformed id is treated like an unknown one. */
  readonly parameters?: Parameters
  /** Refuses an unknown record of the path, and a malformed id exactly like it (N10). */
  readonly notFound?: () => Refusal
  readonly query?: Query
  readonly body?: Body
  /** The body is a CSV file, which the handler reads as a stream. */
  readonly csv?: { readonly description: string; readonly example: string }
  /** The body may be a CSV file too, whose rows are the entries of its list. */
  readonly csvRows?: CsvRows
  /** The most bytes that the body may have, if not `BODY_BYTES_MAX`. */
  readonly bodyBytesMax?: number
  /** A missing body means an object without members. */
  readonly bodyIsOptional?: true
  readonly success: {
    readonly status: 200 | 201
    readonly description: string
    readonly body: Response
    /** It is a record with versions: `handle` sets its `ETag`. */
    readonly versioned?: true
    /** Headers of every success; `Type.Optional` marks one that may be missing. */
    readonly headers?: Readonly<Record<string, TSchema>>
  }
  /** The response with 202, where the request waits for a second person. */
  readonly accepted?: { readonly description: string; readonly body: TSchema }
  /** Expired transfers are ended first: the response depends on claims, or on a pending review. */
  readonly expiresTransfersFirst?: true
  /** The response holds a secret. A stored copy is encrypted with the caller's token. */
  readonly returnsSecret?: true
  /** The outcome depends on who asks: a key of one person, or of one token, is no other's. */
  readonly isOfCaller?: true
  /** The request that the service itself sends because of this operation. */
  readonly webhook?: {
    readonly name: string
    readonly summary: string
    readonly description: string
    readonly headers: Readonly<Record<string, TSchema>>
    readonly body: TSchema
  }
  /** In published order, without those that every operation has and that of `notFound`. */
  readonly refusals?: readonly RefusalCode[]
}

/** A contract whose method has a default. */
export type MethodOptional<Contract extends Pick<OperationContract, 'method'>> = Omit<
  Contract,
  'method'
> &
  Partial<Pick<Contract, 'method'>>

/** The success of an operation that returns one record. */
export function recordResponse<Schema extends TSchema>(description: string, schema: Schema) {
  const { title } = schema as { readonly title?: string }
  const body = Type.Object({ data: schema, ...INCLUDED }, { title: `${title}Response` })
  return { status: 200, description, body } as const
}

/** The same for a record with versions. */
export function versionedResponse<Schema extends TSchema>(description: string, schema: Schema) {
  return { ...recordResponse(description, schema), versioned: true } as const
}

/** The same for a new record. @param location describes the header with its path */
export function newRecordResponse<Schema extends TSchema>(
  description: string,
  schema: Schema,
  location: string,
) {
  const headers = { Location: Type.String({ description: location }) }
  return { ...versionedResponse(description, schema), status: 201, headers } as const
}

const DRY_RUN_PARAMETERS = {
  validateOnly: Type.Optional(
    Type.Enum(['true', 'false'], {
      description:
        '`true` makes a dry run: the request is fully checked, but nothing is changed. On success ' +
        'the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real ' +
        'response. Its ids and secrets are placeholders.',
      examples: ['true'],
    }),
  ),
}

/** Whether a request of the operation may have a body. */
export function hasBody({ body, csv }: Pick<OperationContract, 'body' | 'csv'>): boolean {
  return body !== undefined || csv !== undefined
}

/** Whether the operation returns a record with its version, and nothing to a client that has it. */
export function showsVersion({ success, method }: OperationContract): boolean {
  return success.versioned === true && method === 'GET'
}

/** Whether the operation changes an existing record, and so may be limited to some versions. */
export function takesIfMatch({ success, method, parameters }: OperationContract): boolean {
  return success.versioned === true && method !== 'GET' && parameters !== undefined
}

/** Whether the operation accepts an `Idempotency-Key` and dry runs. */
export function takesKey({ method }: Pick<OperationContract, 'method'>): boolean {
  return method === 'POST'
}

/** The query parameters of the operation, with those that all like it have. */
export function queryParametersOf(
  contract: Pick<OperationContract, 'method' | 'query'>,
): TProperties {
  return {
    ...contract.query?.properties,
    ...(contract.method === 'GET' && INCLUDE_PARAMETER),
    ...(takesKey(contract) && DRY_RUN_PARAMETERS),
  }
}
