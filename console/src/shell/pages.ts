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
import type { Permission } from '../session/caller.tsx'

/** Every page of the navigation. `g` and then `key` opens it. */
export const PAGES = [
  { to: '/', name: 'Home', key: 'h', icon: House },
  { to: '/queue', name: 'Waiting', key: 'q', icon: Inbox },
  {
    to: '/transfers',
    name: 'Transfers',
    key: 't',
    icon: ArrowLeftRight,
    permission: 'transfer_batches:read',
  },
  { to: '/items', name: 'Items', key: 'i', icon: Boxes, permission: 'inventory_items:read' },
  { to: '/accounts', name: 'Accounts', key: 'a', icon: Users, permission: 'fbo_accounts:read' },
  {
    to: '/shipments',
    name: 'Shipments',
    key: 's',
    icon: Truck,
    permission: 'outbound_shipments:read',
  },
  {
    to: '/revaluations',
    name: 'Revaluations',
    key: 'v',
    icon: Scale,
    permission: 'inventory_items:read',
  },
  { to: '/events', name: 'Events', key: 'e', icon: Activity, permission: 'events:read' },
  { to: '/import', name: 'Import', key: 'm', icon: FileUp, permission: 'imports:create' },
  { to: '/people', name: 'People', key: 'o', icon: Contact, permission: 'people:manage' },
  { to: '/roles', name: 'Roles', key: 'r', icon: ShieldCheck, permission: 'roles:manage' },
  { to: '/tokens', name: 'Tokens', key: 'k', icon: KeyRound, permission: 'access_tokens:manage' },
  {
    to: '/identity-provider',
    name: 'Identity provider',
    key: 'd',
    icon: LogIn,
    permission: 'identity_provider:manage',
  },
  {
    to: '/policy',
    name: 'Policy',
    key: 'p',
    icon: ScrollText,
    permission: 'organization_policies:read',
  },
  { to: '/webhooks', name: 'Webhooks', key: 'w', icon: Webhook, permission: 'webhooks:manage' },
] as const satisfies readonly {
  to: string
  name: string
  key: string
  icon: typeof House
  permission?: Permission
}[]
