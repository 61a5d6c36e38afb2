import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'

const DELETE = 'delete from webhook_endpoints where organization_id = $1 and id = $2'

/** Deletes the endpoint, its health, its deliveries and their attempts, which refer to it. */
export function deleteEndpoint(tx: OrganizationTransaction, id: string): void {
  void tx.run(DELETE, [id])
}
