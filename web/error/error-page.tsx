// The frame of both error pages: a number, literal texts and a search box that does nothing.
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { dropKeys } from '../keys/held-keys.ts'
import { Logo } from '../part/logo.tsx'
import './error.css'

export const ErrorPage = ({
  number,
  heading,
  text,
  children,
}: {
  number: number
  heading: string
  text: string
  children?: ReactNode
}) => {
  useEffect(() => dropKeys('page'), [])
  return (
    <main className="error-page">
      <div className="error-box">
        <div className="error-mark">
          <Logo size={28} /> Aliquot
        </div>
        <p className="error-number" aria-hidden="true">
          {number}
        </p>
        <h1>{heading}</h1>
        <p className="secondary">{text}</p>
        <form role="search" onSubmit={(event) => event.preventDefault()}>
          <input className="input" type="search" aria-label="Search" placeholder="What are you looking for?" />
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
