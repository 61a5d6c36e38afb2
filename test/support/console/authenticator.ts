import type { Page } from 'playwright-core'

/**
 * Gives the tab an authenticator of Chromium itself, which makes passkeys and signs with them;
 * nobody has to press anything.
 */
export async function giveAuthenticator(page: Page) {
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
    /** Whether it takes whoever is there for its owner; if not, it makes and signs nothing. */
    recognizes: async (isUserVerified: boolean) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}
