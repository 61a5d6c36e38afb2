import './shell/mantine.css'
import '@mantine/notifications/styles.css'
import './shell/console.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isWorthRetrying } from './api/queries.ts'
import { forgetNames } from './display/names.ts'
import { router } from './router.tsx'
import { takeOrganization } from './session/organization.ts'
import { beginSession, onSessionChange, takeOffer } from './session/session.ts'
import { STYLE_NONCE } from './shell/style-nonce.ts'
import { THEME } from './shell/theme.ts'

takeOffer()
takeOrganization()
window.addEventListener('hashchange', takeOffer)
beginSession()

const queries = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 5_000 } },
})

// Data that one person read is not for the next one to see. A more recent sign-in may do more.
onSessionChange((isSamePerson) => {
  if (isSamePerson) void queries.invalidateQueries()
  else {
    queries.clear()
    forgetNames()
  }
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={THEME} defaultColorScheme="auto" getStyleNonce={() => STYLE_NONCE}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
