import type { PendingQuery, Row } from 'postgres'

export type Corrupt = () => PendingQuery<Row[]>[]

/** A corruption, and the violations that must be found: check and record. */
export type Corruption = [what: string, Corrupt, ...found: [check: string, record: string][]]
