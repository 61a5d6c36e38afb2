import type { FullVault } from '../vault/full-vault.ts'
import { type Corruption, update } from './corrupt-references.ts'

/** Accounts and their corrections. */
export function ofCorrections({ third, from }: FullVault): Corruption[] {
  const correction = (number: number, member: string, values: string, tokenId = 'null') => `
    insert into corrections (organization_id, subject_type, subject_id, number, at, member,
      from_value, to_value, token_id)
    select organization_id, 'fbo_account', id, ${number}, now(), '${member}', ${values}, ${tokenId}
    from fbo_accounts where id = '${third}'`
  const ones = `'"0"', '"5"'`
  return [
    [
      'who corrected an account',
      [correction(1, 'email', 'null, null', "'gone'")],
      `correction_token_missing ${third}`,
    ],
    [
      'the account of a profile',
      [
        `insert into fbo_account_profiles (organization_id, fbo_account_id, changed_at)
         select organization_id, 'gone', now() from fbo_accounts where id = '${third}'`,
      ],
      'profile_account_missing gone',
    ],
    [
      'two primary accounts',
      [
        update('fbo_accounts', third, 'is_primary = true'),
        update('fbo_accounts', from, 'is_primary = true'),
      ],
      `several_primary_accounts ${third}`,
      `several_primary_accounts ${from}`,
    ],
    [
      'a correction that is gone',
      [correction(2, 'email', 'null, null')],
      `correction_number_missing ${third}`,
    ],
    [
      'what a correction says was before',
      [
        correction(1, 'maxInsuredValueCents', ones),
        correction(2, 'maxInsuredValueCents', `'"6"', '"0"'`),
      ],
      `correction_breaks_chain ${third}`,
    ],
    [
      'the maximum of an account',
      [correction(1, 'maxInsuredValueCents', ones)],
      `account_differs_from_corrections ${third}`,
    ],
    [
      'whether an account is primary',
      [correction(1, 'isPrimary', `'false', 'true'`)],
      `account_differs_from_corrections ${third}`,
    ],
  ]
}
