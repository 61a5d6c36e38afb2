import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { giveAuthenticator } from '../../support/console/authenticator.ts'
import { journeys, openAs } from '../../support/console/desk.ts'
import { openAccount, shipment, takeIn, transfer } from '../../support/console/records.ts'
import { assertUsable } from '../../support/console/usable.ts'
import { runCommand } from '../../support/processes/command.ts'
import { temporaryDirectory } from '../../support/processes/embedded-directory.ts'

journeys('approvals that are signed with a passkey', { atATime: 1 }, async (desk, walk, t) => {
  const { url, send } = desk
  await send('operator', 'PATCH /v1/organization-policy', { approvalProof: 'passkey' })

  walk('a passkey is registered, approves, and is removed', async ({ context, watch }) => {
    // The refusal of an approval without a signature says that the policy asks for one.
    watch.allow(403, /^\/v1\/(transfers|outbound-shipments)\/\w+\/approve$/)
    const [from, to] = [await openAccount(desk, 'From'), await openAccount(desk, 'To')]
    const transferred = await transfer(desk, await takeIn(desk, from, 2), to)
    const shipped = await shipment(desk, await takeIn(desk, from, 1))
    const later = await transfer(desk, await takeIn(desk, from, 1), to)

    const page = await openAs(desk, context, { name: 'Amara Quist' })
    const authenticator = await giveAuthenticator(page)
    const dialog = page.getByRole('dialog')
    const alert = dialog.getByRole('alert')

    // Without a passkey, the dialog leads to where one registers it.
    await begin(page, `/transfers/${transferred}`)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await alert.getByText('You have no passkey').waitFor()
    await assertUsable(page)
    await alert.getByRole('link', { name: 'Open Passkeys' }).click()
    await page.getByText('No passkeys').waitFor()

    await page.getByRole('button', { name: 'Register a passkey' }).click()
    await dialog.getByLabel('Name').fill('Laptop')
    await authenticator.recognizes(false)
    await dialog.getByRole('button', { name: 'Register' }).click()
    await alert.getByText('No passkey was made').waitFor()
    await assertUsable(page)
    await authenticator.recognizes(true)
    await dialog.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('row', { name: 'Laptop' }).waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await assertUsable(page)
    await page.getByRole('button', { name: 'Register a passkey' }).click()
    await dialog.getByLabel('Name').fill('The same')
    await dialog.getByRole('button', { name: 'Register' }).click()
    await alert.getByText('This device has a passkey of yours').waitFor()

    await begin(page, `/transfers/${transferred}`)
    await authenticator.recognizes(false)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await alert.getByText('Nothing was changed. Try again.').waitFor()
    assert.equal(await dialog.getByText('We cannot tell').count(), 0)
    assert.equal((await send('auditor', `GET /v1/transfers/${transferred}`)).status, 'pending')
    await authenticator.recognizes(true)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Completed', { exact: true }).waitFor()

    await begin(page, `/shipments/${shipped}`)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('The shipment is approved.').waitFor()

    const person = (
      await send('operator', 'GET /v1/people?email=amara.quist@northlight.example')
    )[0]
    const [passkey] = await send('operator', `GET /v1/passkeys?personId=${person.id}`)
    for (const id of [transferred, shipped]) {
      const events = await send('auditor', `GET /v1/events?subjectId=${id}`)
      const given = events.find(({ type }: { type: string }) => type.endsWith('.approval_given'))
      assert.equal(given.data.personId, person.id)
      assert.equal(given.data.proof.credentialId, passkey.credentialId)
      assert.equal(given.data.proof.content.id, id)
    }
    assert.equal(await provenApprovals(), 2)

    await page.getByRole('button', { name: 'Your token' }).click()
    await page.getByRole('link', { name: 'Passkeys' }).click()
    // A notice below the layer of a dialog has its colours.
    await page.getByText('The shipment is approved.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove passkey Laptop' }).click()
    await assertUsable(page)
    await dialog.getByRole('button', { name: 'Remove passkey' }).click()
    await page.getByText('No passkeys').waitFor()
    await begin(page, `/transfers/${later}`)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await alert.getByText('You have no passkey').waitFor()
  })

  walk('an address that is no name says where passkeys work', async ({ context, watch }) => {
    const at = url.replace('localhost', '127.0.0.1')
    watch.allowSite(at)
    const page = await openAs(desk, context, { name: 'Dora Lind', at })
    await page.goto(`${at}/console/passkeys`)
    await page.getByRole('button', { name: 'Register a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click()
    await page.getByText(`Open ${url}/console instead, and sign in there.`).waitFor()
  })

  /** The signatures that an auditor finds good in an export, without the service. */
  async function provenApprovals(): Promise<number> {
    const { organizationId } = await send('auditor', 'GET /v1/caller')
    const file = join(temporaryDirectory(t), 'events.jsonl')
    const args = ['events', 'export', file, '--organization', organizationId]
    const exported = await runCommand(args, desk.demo.env)
    assert.equal(exported.code, 0, exported.stderr)
    const verified = await runCommand(['events', 'verify', file, '--json'])
    assert.equal(verified.code, 0, verified.stderr)
    return verified.document.proofs
  }

  async function begin(page: Page, path: string): Promise<void> {
    await page.goto(`${url}/console${path}`)
    await page.getByRole('button', { name: 'Approve' }).click()
  }
})
