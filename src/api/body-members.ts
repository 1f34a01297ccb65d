import * as z from 'zod'

type Node = z.core.JSONSchema.BaseSchema

/** Whether a body takes text at a member (`['transaction', 'chainId']`): a "1" there is an id, and no number. */
export function takesText(body: z.ZodType, path: readonly string[]): boolean {
  const root: Node = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const alternatives = (node: Node): Node[] => {
    const name = node.$ref?.replace('#/$defs/', '')
    const target = name === undefined ? undefined : root.$defs?.[name]
    if (target) return alternatives(target)
    return node.anyOf ? node.anyOf.flatMap((each) => alternatives(each as Node)) : [node]
  }
  const members = path.reduce(
    (nodes, key) => nodes.flatMap(alternatives).flatMap((node) => (node.properties?.[key] as Node | undefined) ?? []),
    [root],
  )
  return members.flatMap(alternatives).some(({ type }) => [type].flat().includes('string'))
}
