/** Ids in the published examples. The demo vault has these records, so the examples run there. */
export const EXAMPLE_IDS = {
  organization: 'org_demo_northlight',
  fboAccount: 'fbo_01kaj2v4mzfrvb8m4c5t1q9s7e',
  otherFboAccount: 'fbo_01kaj2v4mzfrvb8m4c6h2r8d9k',
  inventoryItem: 'item_01kaj2v4n4fzda7qsp9vw0m2rt',
  transferBatch: 'xfer_01kaj2v4n9e2kt7b4w8x5c1d3f',
  outboundShipment: 'ship_01kaj2v4n0f8mtz5yq3w7c6d2b',
  otherAccessToken: 'tok_01kaj2v4n7f3w9zq2b5d8h1k4m',
  accessToken: 'tok_01kaj2v4n1e8vsm3p6q5r7t9x0',
  signingKey: 'key_01kaj2v4n5b7d9f1h3k5m7p9r1',
  webhookEndpoint: 'hook_01kaj2v4n6s2xqf8d0b7y3m5ka',
  revaluation: 'reval_01kaj2v4n3d5f7h9k1m3p5r7t9',
  role: 'role_01kaj2v4n8b1d3f5h7k9m2p4r6',
  person: 'prsn_01kaj2v4n9c2e4g6j8m1n3q5s7',
  session: 'sess_01kaj2v4n0g2j4m6p8r1t3w5y7',
  import: 'imp_01kaj2v4n2c4e6g8j0m2p4r6t8',
  event: 'evt_1_59820c837cdb0737',
} as const
