// Proves that values cannot become markup.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHtml, html, trusted } from './escape.ts'

test('values are escaped, drawings made here are not', () => {
  expect(html`<p title="${'"x\''}">${'<script>'} ${trusted('<b>1</b>')} ${null}${false}${0}</p>`.text).toBe(
    '<p title="&quot;x&#39;">&lt;script&gt; <b>1</b> 0</p>',
  )
})

test('lists are joined and nested markup is not escaped twice', () => {
  const item = (text: string) => html`<i>${text}</i>`
  expect(html`${['a&b', 'c'].map(item)}`.text).toBe('<i>a&amp;b</i><i>c</i>')
})

test('no text can open a tag or leave an attribute', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']/)
    }),
  )
})
