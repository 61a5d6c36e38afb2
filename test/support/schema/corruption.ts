import type { PendingQuery, Row } from 'postgres'

export type Corrupt = () => PendingQuery<Row[]>[]

/** What is corrupted, how, and all that must be found of it: check and record. */
export type Corruption = [what: string, Corrupt, ...found: [check: string, record: string][]]
