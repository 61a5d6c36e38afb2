import type { TObject, TSchema } from 'typebox'
import type { RefusalCode } from '../domain/errors.ts'
import type { Permission } from '../domain/permissions.ts'

/**
 * All that is published of one operation. The same schemas validate the request, serialise the
 * answer and become the OpenAPI document.
 */
export interface OperationContract<
  Parameters extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> {
  /** Also the file's stem, the exported function, the test file and the field in the log. */
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** As the specification writes it: `/v1/fbo-accounts/{id}`. */
  readonly path: string
  readonly permission: Permission
  /** For the documentation only: a malformed id is answered like an unknown one, by the handler. */
  readonly parameters?: Parameters
  readonly query?: Query
  readonly body?: Body
  /** A request without a body stands for one without members. */
  readonly bodyIsOptional?: true
  readonly success: SuccessContract<Response>
  /** It answers a record that has versions: `handle` sets its `ETag`. */
  readonly versioned?: true
  /** Transfers that are over are ended before it looks: it shows claims, or what they count for. */
  readonly processesDueFirst?: true
  /** The response holds a secret: kept for a retry, it is sealed with the caller's own token. */
  readonly returnsSecret?: true
  /** The response tells of a person: kept for a retry, it is sealed with what was asked. */
  readonly returnsPersonalData?: true
  /** The refusals of this operation beyond those that every operation has, in published order. */
  readonly refusals: readonly RefusalCode[]
}

export interface SuccessContract<Response extends TSchema = TSchema> {
  readonly status: 200 | 201
  readonly description: string
  readonly body: Response
  /** Headers that every success carries; one that is `Type.Optional` may be missing. */
  readonly headers?: Readonly<Record<string, TSchema>>
}

/** Whether the operation changes the record in its path, and only the version that is meant. */
export function takesIfMatch(
  contract: Pick<OperationContract, 'versioned' | 'method' | 'parameters'>,
): boolean {
  return (
    contract.versioned === true && contract.method !== 'GET' && contract.parameters !== undefined
  )
}

/** Whether it can be asked for under a key, and tried without effect. */
export function takesKey({ method }: Pick<OperationContract, 'method'>): boolean {
  return method === 'POST'
}
