import { existsSync } from 'node:fs'

/** Files in `test/operations/` that prove several operations; the others are named like theirs. */
const OF_SEVERAL: Readonly<Record<string, readonly RegExp[]>> = {
  'change-item-status': [/^(hold|release|withdraw)InventoryItem$/],
  'change-person-state': [/^(suspend|resume)Person$/],
  'change-roles': [/^(create|update|delete)Role$/],
  'create-import.resumed': [/^getImport$/],
  'decide-revaluation': [/^(approve|reject|cancel)Revaluation$/],
  'decide-transfer': [/^(approve|reject|cancel)Transfer$/],
  'end-access-token': [/^(rotate|revoke)AccessToken$/],
  'get-statement': [/^listStatementLines$/],
  'list-events.reading': [/^getEvent$/],
  'make-primary': [/^setInsuredMaximum$/],
  'move-shipment': [
    /^(inspect|submit|approve|ship|deliver|hold|release|cancel)OutboundShipment$/,
    /^returnOutboundShipmentToPacking$/,
  ],
  people: [/^(invite|update|unbind)Person$/],
  'register-passkey': [/^(remove|list)Passkeys?$/, /^getPasskeyOptions$/],
  'set-identity-provider': [/^deleteIdentityProvider$/],
  'tokens-of-people': [/^(end|list)PersonSessions?$/],
  'update-fbo-account': [/^listCorrections$/],
  'webhook-endpoint-verbs': [
    /^deleteWebhookEndpoint$/,
    /^rotateWebhookSecret$/,
    /^sendWebhookTest$/,
  ],
  'webhook-endpoints': [/^listWebhookEndpoints$/],
}

/** The name of the files of an operation. */
export function stemOf(operationId: string): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Whether an operation has a test beside those that are made of the contracts of all. */
export function hasOwnTest(operationId: string): boolean {
  const family = Object.keys(OF_SEVERAL).find((file) =>
    OF_SEVERAL[file]?.some((form) => form.test(operationId)),
  )
  return existsSync(`test/operations/${family ?? stemOf(operationId)}.test.ts`)
}
