// Starts the browser application: colours first, then the providers, then the address.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './fonts.css'
import './tokens.css'
import './base.css'
import { cache } from './api/cache.ts'
import { router } from './router.tsx'
import { applyScheme } from './session/scheme.ts'

applyScheme()

const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
// Trusted Types allows the address of a worker only from a policy; no standard library of types has them yet
declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (address: string) => string },
      ): { createScriptURL(address: string): string }
    }
  }
}
const keepShell = async (): Promise<void> => {
  const policy = window.trustedTypes?.createPolicy('aliquot', { createScriptURL: (address) => address })
  await navigator.serviceWorker.register(policy ? policy.createScriptURL('/sw.js') : '/sw.js')
}
// the product also works without it
if ('serviceWorker' in navigator && import.meta.env.PROD)
  window.addEventListener('load', () => void keepShell().catch(() => undefined))
