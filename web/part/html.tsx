// Shows text with markup from outside, cleaned; the only place that sets markup.
import DOMPurify from 'dompurify'

const allowed = [
  'p',
  'br',
  'b',
  'strong',
  'i',
  'em',
  'u',
  'ul',
  'ol',
  'li',
  'a',
  'span',
  'table',
  'thead',
  'tbody',
  'tr',
  'td',
  'th',
  'h3',
  'h4',
  'sup',
  'sub',
]
export const clean = (html: string): TrustedHTML =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: allowed,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/))/i,
    RETURN_TRUSTED_TYPE: true,
  })

export const Html = ({ html }: { html: string }) => (
  <div className="html" dangerouslySetInnerHTML={{ __html: clean(html) }} />
)
