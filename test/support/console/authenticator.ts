import type { Page } from 'playwright-core'

/** An authenticator of Chromium itself, which makes passkeys and signs with them in one tab. */
export interface TabAuthenticator {
  /** Whether it takes whoever is there for its owner; if not, it makes and signs nothing. */
  recognizes(isOwner: boolean): Promise<void>
}

/** Gives the tab an authenticator; nobody has to press anything. */
export async function giveAuthenticator(page: Page): Promise<TabAuthenticator> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    recognizes: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}
