import { accountId } from '../made-up-records.ts'
import type { ConstantOrder } from './constant-program.ts'
import { wireOf } from './http-target.ts'
import type { BenchRequest } from './loads.ts'
import { freshTransfer } from './made-up-vault.ts'
import type { VaultData } from './vault-data.ts'

/**
 * What the service answers to one request of each operation: the constant of the same size.
 * @param transferNumber a transfer that nobody else makes
 */
export async function serviceAnswers(
  url: string,
  { token, size }: VaultData,
  transferNumber: number,
): Promise<ConstantOrder['answers']> {
  const fboAccountId = accountId(1)
  const changes = { email: 'holder.1@example.com', phone: '+46 8 555 012 34' }
  const transfer = freshTransfer(size, 5, transferNumber)
  const ask = async (request: BenchRequest) => {
    const { method, path, body } = wireOf(request)
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text
  }
  return {
    get: await ask({ operation: 'getFboAccount', fboAccountId }),
    update: await ask({ operation: 'updateFboAccount', fboAccountId, changes }),
    list: await ask({ operation: 'listOutboundShipments', page: 1 }),
    create: await ask({ operation: 'createTransfer', transfer, refused: false }),
  }
}
