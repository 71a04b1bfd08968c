// Starts the browser application: colours first, then the providers, then the address.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@mantine/core/styles/default-css-variables.css'
import './fonts.css'
import './tokens.css'
import './mantine.css'
import './base.css'
import { cache } from './cache.ts'
import { router } from './router.tsx'
import { applyScheme, useShownScheme } from './scheme.ts'
import { theme } from './theme.ts'

applyScheme()

// Mantine's own <style> elements are off: their variables are in mantine.css, which a strict content policy allows.
const App = () => (
  <MantineProvider theme={theme} forceColorScheme={useShownScheme()} withCssVariables={false} withGlobalClasses={false}>
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>
)

const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
// under Trusted Types the address of a worker must come from a policy
type Trusting = {
  trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (address: string) => string },
    ) => { createScriptURL: (address: string) => string }
  }
}
const keepShell = async (): Promise<void> => {
  const policy = (window as Trusting).trustedTypes?.createPolicy('aliquot', { createScriptURL: (address) => address })
  await navigator.serviceWorker.register(policy ? policy.createScriptURL('/sw.js') : '/sw.js')
}
// without it the product works all the same
if ('serviceWorker' in navigator && import.meta.env.PROD) window.addEventListener('load', () => void keepShell().catch(() => undefined))
