import {
  Activity,
  ArrowLeftRight,
  Boxes,
  Contact,
  FileUp,
  House,
  Inbox,
  KeyRound,
  LogIn,
  Scale,
  ScrollText,
  ShieldCheck,
  Truck,
  Users,
  Webhook,
} from 'lucide-react'

/** The pages of the navigation: address, name, key, picture and the permission they need. */
const TABLE = [
  ['/', 'Home', 'h', House, undefined],
  ['/queue', 'Waiting', 'q', Inbox, undefined],
  ['/transfers', 'Transfers', 't', ArrowLeftRight, 'transfer_batches:read'],
  ['/items', 'Items', 'i', Boxes, 'inventory_items:read'],
  ['/accounts', 'Accounts', 'a', Users, 'fbo_accounts:read'],
  ['/shipments', 'Shipments', 's', Truck, 'outbound_shipments:read'],
  ['/revaluations', 'Revaluations', 'v', Scale, 'inventory_items:read'],
  ['/events', 'Events', 'e', Activity, 'events:read'],
  ['/import', 'Import', 'm', FileUp, 'imports:create'],
  ['/people', 'People', 'o', Contact, 'people:manage'],
  ['/roles', 'Roles', 'r', ShieldCheck, 'roles:manage'],
  ['/tokens', 'Tokens', 'k', KeyRound, 'access_tokens:manage'],
  ['/identity-provider', 'Identity provider', 'd', LogIn, 'identity_provider:manage'],
  ['/policy', 'Policy', 'p', ScrollText, 'organization_policies:read'],
  ['/webhooks', 'Webhooks', 'w', Webhook, 'webhooks:manage'],
] as const

/** `g` and then `key` opens a page, unless the person chose another key. */
export const PAGES = TABLE.map(([to, name, key, Icon, needs]) => {
  return { to, name, key, Icon, needs }
})
