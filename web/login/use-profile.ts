// The user's own profile while it is filled in: its errors, saving it, and leaving it.
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { ApiError, put } from '../api/api.ts'
import { sayError, saySaved } from '../message/snackbar-store.ts'
import type { Account } from '../session/session.ts'
import { endSession } from '../session/session.ts'
import { profileErrors } from './profile-form.ts'
import type { Profile, ProfileErrors, ProfileField } from './profile-form.ts'

const profileOf = (user: Account): Profile => ({
  UserName: user.UserName,
  FullName: user.FullName,
  Email: user.Email ?? '',
  Picture: user.Picture,
  CurrentPassword: '',
  Password: '',
  Password2: '',
})

export const useProfile = (user: Account) => {
  const navigate = useNavigate()
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [profile, setProfile] = useState(() => profileOf(user))
  const [errors, setErrors] = useState<ProfileErrors>({})
  const [busy, setBusy] = useState(false)
  const mark = (found: ProfileErrors) => {
    setErrors(found)
    const first = Object.keys(found)[0]
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  const signOut = async () => {
    await endSession()
    await navigate({ to: '/login' })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = profileErrors(profile)
    mark(found)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    try {
      const answer = await put(`/api/users/${user.UserId}`, {
        UserId: user.UserId,
        ...profile,
        Email: profile.Email.trim() || null,
      })
      saySaved(answer)
      await signOut()
    } catch (error) {
      if (error instanceof ApiError) mark(error.errors)
      sayError(error)
      setBusy(false)
    }
  }
  return {
    form,
    profile,
    errors,
    busy,
    set: (name: ProfileField, value: string | null) => setProfile((before) => ({ ...before, [name]: value })),
    /** Why the chosen file cannot be the picture; empty for no reason. */
    refusePicture: (text: string | undefined) => setErrors({ ...errors, Picture: text ? [text] : [] }),
    save,
    close: async () => {
      if (!user.MustChangePassword) return router.history.back()
      await signOut()
    },
  }
}
