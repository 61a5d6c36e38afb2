/**
 * An OpenID Connect provider to try the sign-in with, `npm run dev:provider`: the one of the tests.
 * Anybody can sign in as anybody there.
 */
import { CLIENT, openRealProvider } from './support/identity-provider/real-provider.ts'

const CALLBACK = /^http:\/\/(localhost|127\.0\.0\.1):\d+\/sign-in\/[\w-]+\/callback$/

const ACCOUNTS = {
  ada: { email: 'ada@example.com', email_verified: true, name: 'Ada Lindqvist', groups: ['desk'] },
  ben: {
    email: 'ben@example.com',
    email_verified: true,
    name: 'Ben Okafor',
    groups: ['approvers'],
  },
  eve: { email: 'eve@elsewhere.example', email_verified: true, name: 'Eve' },
}

const { issuer } = await openRealProvider({
  accounts: ACCOUNTS,
  port: Number(process.argv[2] ?? 9090),
  redirectsTo: (uri) => CALLBACK.test(uri),
})
console.log(`Issuer:        ${issuer}`)
console.log(`Client id:     ${CLIENT.id}`)
console.log(`Client secret: ${CLIENT.secret}`)
console.log(`Accounts:      ${Object.keys(ACCOUNTS).join(', ')}`)
