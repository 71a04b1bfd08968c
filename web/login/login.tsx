// Signing in: user name and password.
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { ApiError, messageOf } from '../api/api.ts'
import { dropKeys, holdKeys } from '../keys/held-keys.ts'
import { Labelled } from '../part/labelled.tsx'
import { bringPreferences } from '../session/preferences.ts'
import { applyScheme } from '../session/scheme.ts'
import { signIn } from '../session/session.ts'
import { whyHere } from './why-here.ts'
import { sayError } from '../message/snackbar-store.ts'
import { Entrance } from './entrance.tsx'
import { PasswordInput } from './password-input.tsx'

const textIn = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
type Errors = { name?: string | undefined; password?: string | undefined }

export const LoginPage = () => {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const [forgot, setForgot] = useState(false)
  const [why] = useState(whyHere)
  const mark = (found: Errors) => {
    setErrors(found)
    form.current?.querySelector<HTMLInputElement>(`[name=${found.name ? 'username' : 'password'}]`)?.focus()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const name = textIn(data, 'username').trim()
    if (!name) return mark({ name: 'User Name is required' })
    setBusy(true)
    setErrors({})
    holdKeys('screen')
    try {
      const user = await signIn(name, textIn(data, 'password'))
      await bringPreferences()
      applyScheme()
      if (user.MustChangePassword || user.SecondFactor === 'wanted') dropKeys('screen')
      await (user.SecondFactor
        ? navigate({ to: '/secondfactor' })
        : user.MustChangePassword
          ? navigate({ to: '/profile' })
          : navigate({ to: '/roleselection/$first', params: { first: 'true' } }))
    } catch (error) {
      dropKeys('screen')
      if (error instanceof ApiError && (error.status === 401 || error.status === 429))
        mark({ password: messageOf(error) })
      else sayError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Entrance>
      <form ref={form} className="entrance-form" onSubmit={(event) => void submit(event)} noValidate>
        <h1>Login</h1>
        {why && (
          <p className="band" role="status">
            {why}
          </p>
        )}
        <Labelled label="User Name" error={errors.name}>
          {(given) => (
            <input
              {...given}
              className="input"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
            />
          )}
        </Labelled>
        <Labelled label="Password" error={errors.password}>
          {(given) => <PasswordInput {...given} name="password" autoComplete="current-password" />}
        </Labelled>
        <button type="submit" className="button primary" aria-busy={busy || undefined}>
          Login
        </button>
        <button type="button" className="button link forgot" onClick={() => setForgot(true)}>
          Forgot password
        </button>
        {forgot && (
          <p className="secondary" role="status">
            Ask your administrator to reset your password. They give you a new one that you change at the first sign-in.
          </p>
        )}
      </form>
    </Entrance>
  )
}
