import type { FastifyInstance } from 'fastify'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Refusal } from '../errors.ts'
import type { RecordKind } from '../record-kind.ts'
import { etagOf } from '../versions.ts'
import { addOperation } from './operation.ts'
import type { OperationContract } from './operation-contract.ts'

/** All that is published of an operation that reads one record by its id. */
export interface ReadContract<Parameters extends TObject = TObject, Entry extends TSchema = TSchema>
  extends Omit<
    OperationContract<Parameters>,
    'method' | 'query' | 'body' | 'bodyIsOptional' | 'success' | 'versioned'
  > {
  readonly entry: Entry
  /** What is answered: "The account." */
  readonly found: string
}

export interface ReadBehaviour<Row extends Versioned, Entry extends TSchema> {
  /** Where the record lies: it is read by the statement that finds the caller. */
  readonly recordKind: RecordKind<Row>
  readonly notFound: () => Refusal
  readonly toView: (row: Row) => Static<Entry>
}

interface Versioned {
  readonly version: number
}

/** Registers an operation that reads the record of its path's `{id}`, and nothing else. */
export function addReadOperation<
  Parameters extends TObject,
  Row extends Versioned,
  Entry extends TSchema,
>(
  app: FastifyInstance,
  { entry, found, ...contract }: ReadContract<Parameters, Entry>,
  { recordKind, notFound, toView }: ReadBehaviour<Row, Entry>,
): void {
  if (!contract.path.endsWith('/{id}')) throw new Error(`${contract.path} names no record`)
  addOperation(
    app,
    {
      ...contract,
      method: 'GET',
      versioned: true,
      success: { status: 200, description: found, body: Type.Object({ data: entry }) },
    },
    {
      notFound,
      recordKind,
      handle: async ({ record }, head) => {
        if (record === undefined) throw notFound()
        head.header('ETag', etagOf((record as Row).version))
        // The compiler cannot work out what the schema of an entry that it does not know admits.
        return { data: toView(record as Row) } as never
      },
    },
  )
}
