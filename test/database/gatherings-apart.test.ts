import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherings } from '../support/gatherings.ts'
import { openVault, type TestVault } from '../support/vault.ts'

// GATHERING_ACROSS_ORGANIZATIONS=false: what one organization asks is never in another's statement.

/** Requests of one organization that come at once: its gatherings cannot hold more. */
const AT_ONCE = 8
const ORGANIZATIONS = 4

test('Organizations that share no statements are answered alike, each from its own', async () => {
  const apart = await openVault({ GATHERING_ACROSS_ORGANIZATIONS: false })
  await readAndWriteAtOnce(apart)
  for (const statement of ['get_fbo_account', 'update_fbo_account']) {
    const { requests, statements, upTo8 } = await gatherings(apart.metrics, statement)
    assert.ok(requests >= AT_ONCE * ORGANIZATIONS, `${statement} asked ${requests} times`)
    assert.ok(statements < requests, `${statement}: ${requests} in ${statements} statements`)
    assert.equal(upTo8, statements, `${statement} held more than one organization asks at once`)
  }
})

test('Where they share them, statements hold more than one organization asks at once', async () => {
  const shared = await openVault()
  await readAndWriteAtOnce(shared)
  const { statements, upTo8 } = await gatherings(shared.metrics, 'update_fbo_account')
  assert.ok(upTo8 < statements, `all ${statements} statements held ${AT_ONCE} requests at most`)
})

async function readAndWriteAtOnce({ api, records }: TestVault): Promise<void> {
  const organizations = await Promise.all(
    Array.from({ length: ORGANIZATIONS }, async (_, number) => {
      const organizationId = await records.organization()
      const { token } = await records.token(organizationId)
      const lastName = `of ${number}`
      for (let place = 0; place < AT_ONCE; place += 1) {
        await records.fboAccount(organizationId, { id: `fbo_${place}`, lastName })
      }
      return { organizationId, token, lastName }
    }),
  )
  const ofEach = organizations.flatMap((each) =>
    Array.from({ length: AT_ONCE }, (_, place) => ({
      ...each,
      path: `/v1/fbo-accounts/fbo_${place}`,
    })),
  )
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      ofEach.map(({ token, path }, place) =>
        round % 2 === 1
          ? api.patch(path, { token, body: { firstName: `Ada ${place}` } })
          : api.get(path, { token }),
      ),
    )
    for (const [place, { status, body }] of answers.entries()) {
      const { organizationId, lastName } = ofEach[place]!
      assert.equal(status, 200)
      assert.equal(body.data.organizationId, organizationId)
      assert.equal(body.data.lastName, lastName)
    }
  }
}
