import { pageRoute } from './page-route.ts'
import { listSearch } from './search-params.ts'

const TRANSFER_FILTERS = [
  ...(['status', 'fromFboAccountId', 'toFboAccountId', 'createdFrom', 'createdBefore'] as const),
  ...(['q', 'sort'] as const),
]
const ITEM_FILTERS = [
  ...(['status', 'fboAccountId', 'createdFrom', 'createdBefore', 'changedFrom'] as const),
  ...(['changedBefore', 'declaredValueFrom', 'declaredValueTo'] as const),
  ...(['identifier', 'q', 'sort'] as const),
]

/** Every page. The names given to `listSearch` are the filters in its URL, beside those of paging. */
export const ROUTES = [
  pageRoute('/', () => import('./home/HomePage.tsx'), 'HomePage'),
  pageRoute(
    '/transfers',
    () => import('./transfers/TransfersPage.tsx'),
    'TransfersPage',
    listSearch(...TRANSFER_FILTERS),
  ),
  // `items` are chosen at first.
  pageRoute(
    '/transfers/new',
    () => import('./transfers/NewTransferPage.tsx'),
    'NewTransferPage',
    listSearch('from', 'to', 'items', 'q'),
  ),
  pageRoute(
    '/transfers/$id',
    () => import('./transfers/TransferPage.tsx'),
    'TransferPage',
    listSearch(),
  ),
  pageRoute(
    '/items',
    () => import('./items/ItemsPage.tsx'),
    'ItemsPage',
    listSearch(...ITEM_FILTERS),
  ),
  pageRoute(
    '/items/new',
    () => import('./items/TakeInPage.tsx'),
    'TakeInPage',
    listSearch('account'),
  ),
  pageRoute('/items/$id', () => import('./items/ItemPage.tsx'), 'ItemPage'),
  // `start` is the first label on the sheet, with `qr=link` the QR codes are links.
  pageRoute(
    '/labels',
    () => import('./labels/LabelsPage.tsx'),
    'LabelsPage',
    listSearch('items', 'size', 'start', 'qr'),
  ),
  pageRoute(
    '/accounts',
    () => import('./accounts/AccountsPage.tsx'),
    'AccountsPage',
    listSearch('isPrimary', 'createdFrom', 'createdBefore', 'q', 'sort'),
  ),
  pageRoute('/accounts/new', () => import('./accounts/NewAccountPage.tsx'), 'NewAccountPage'),
  // `day` is that of its holdings and its exposure.
  pageRoute(
    '/accounts/$id',
    () => import('./accounts/AccountPage.tsx'),
    'AccountPage',
    listSearch('asOf', 'day', 'tab'),
  ),
  pageRoute(
    '/shipments',
    () => import('./shipments/ShipmentsPage.tsx'),
    'ShipmentsPage',
    listSearch('view', 'status', 'fboAccountId', 'cancelled', 'held', 'hasTracking'),
  ),
  pageRoute(
    '/shipments/new',
    () => import('./shipments/NewShipmentPage.tsx'),
    'NewShipmentPage',
    listSearch('account', 'items', 'q'),
  ),
  pageRoute(
    '/shipments/$id',
    () => import('./shipments/ShipmentPage.tsx'),
    'ShipmentPage',
    listSearch(),
  ),
  pageRoute(
    '/revaluations',
    () => import('./revaluations/RevaluationsPage.tsx'),
    'RevaluationsPage',
    listSearch('status', 'createdFrom', 'createdBefore'),
  ),
  pageRoute(
    '/revaluations/$id',
    () => import('./revaluations/RevaluationPage.tsx'),
    'RevaluationPage',
  ),
  pageRoute('/queue', () => import('./queue/QueuePage.tsx'), 'QueuePage'),
  pageRoute('/shipments/$id/slip', () => import('./labels/SlipPage.tsx'), 'SlipPage'),
  // `id` opens one event beside the list. `last` is a period that ends now: `1h`, `24h`, `7d` or
  // `all`; `from` and `before` are a custom period. `view=checkpoints` shows those instead.
  pageRoute(
    '/events',
    () => import('./events/EventsPage.tsx'),
    'EventsPage',
    listSearch('id', 'type', 'subjectId', 'actorTokenId', 'last', 'from', 'before', 'view'),
  ),
  pageRoute('/import', () => import('./import/ImportPage.tsx'), 'ImportPage'),
  pageRoute('/people', () => import('./people/PeoplePage.tsx'), 'PeoplePage', listSearch()),
  pageRoute('/roles', () => import('./roles/RolesPage.tsx'), 'RolesPage', listSearch()),
  pageRoute('/tokens', () => import('./tokens/TokensPage.tsx'), 'TokensPage', listSearch()),
  pageRoute('/passkeys', () => import('./passkeys/PasskeysPage.tsx'), 'PasskeysPage'),
  pageRoute(
    '/identity-provider',
    () => import('./identity-provider/IdentityProviderPage.tsx'),
    'IdentityProviderPage',
  ),
  pageRoute('/policy', () => import('./policy/PolicyPage.tsx'), 'PolicyPage'),
  pageRoute('/webhooks', () => import('./webhooks/WebhooksPage.tsx'), 'WebhooksPage', listSearch()),
  pageRoute(
    '/webhooks/$id',
    () => import('./webhooks/WebhookPage.tsx'),
    'WebhookPage',
    listSearch('status'),
  ),
] as const
