// The frame of both error pages: a number, literal texts and a search box for everything.
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { dropKeys } from '../keys/held-keys.ts'
import { Logo } from '../part/logo.tsx'
import './error.css'

declare module '@tanstack/react-router' {
  /** A text to search for as soon as the shell shows. It is not in the address, which the browser stores. */
  interface HistoryState {
    find?: string
  }
}

export const ErrorPage = ({
  number,
  heading,
  text,
  children,
}: {
  /** None where the page itself is right. */
  number?: number
  heading: string
  text: string
  children?: ReactNode
}) => {
  const navigate = useNavigate()
  useEffect(() => dropKeys('page'), [])
  return (
    <main className="error-page">
      <div className="error-box">
        <div className="error-mark">
          <Logo size={28} /> Aliquot
        </div>
        {number !== undefined && (
          <p className="error-number" aria-hidden="true">
            {number}
          </p>
        )}
        <h1>{heading}</h1>
        <p className="secondary">{text}</p>
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault()
            const text = new FormData(event.currentTarget).get('text')
            if (typeof text === 'string' && text.trim() !== '')
              void navigate({ to: '/summary/dashboard', state: { find: text } })
          }}
        >
          <input
            className="input"
            name="text"
            type="search"
            aria-label="Search"
            placeholder="What are you looking for?"
          />
          <button className="button" type="submit">
            Search
          </button>
        </form>
        <Link to="/summary/dashboard">Go to the dashboard</Link>
        {children}
      </div>
    </main>
  )
}
