import type { Row } from './schema-rows.ts'

export const NEW_ROWS_OF_SEALED_LOG: Readonly<Record<string, (columns: Row) => Row>> = {
  signing_keys: (columns) => ({
    id: 'key_new',
    publicKey: Buffer.alloc(32),
    encryptedPrivateKey: 'encrypted',
    ...columns,
  }),
  event_checkpoints: (columns) => ({
    organizationId: 'home',
    sequence: 1,
    at: new Date('2026-01-01'),
    chainHash: Buffer.alloc(32),
    keyId: 'key_made',
    signature: Buffer.alloc(64),
    ...columns,
  }),
}
