import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './shell/console.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isWorthRetrying } from './api/queries.ts'
import { router } from './router.tsx'
import { onTokenChange, signInByFragment } from './session/session.ts'
import { STYLE_NONCE } from './shell/style-nonce.ts'
import { THEME } from './shell/theme.ts'

signInByFragment()

// A tab that is older than the service asks for files that are gone: it needs the new page. Once:
// while two versions serve, the new page can be the old one again.
const RELOADED = 'vault-inventory.reloaded-for'
window.addEventListener('vite:preloadError', () => {
  const build = import.meta.url
  if (!navigator.onLine || sessionStorage.getItem(RELOADED) === build) return
  sessionStorage.setItem(RELOADED, build)
  location.reload()
})

const queries = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 5_000 } },
})

// What one token read is not for the next one to see.
onTokenChange(() => queries.clear())

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={THEME} defaultColorScheme="auto" getStyleNonce={() => STYLE_NONCE}>
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
