// A user's picture, or the initials.
const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase()
}
export const Avatar = ({ name, picture }: { name: string; picture: string | null | undefined }) =>
  picture?.startsWith('data:image/') ? (
    <img className="avatar" src={picture} alt="" />
  ) : (
    <span className="avatar" aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
