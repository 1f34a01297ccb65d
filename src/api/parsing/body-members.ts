import * as z from 'zod'

/** The parts of a JSON Schema used here. */
interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly anyOf?: readonly JsonSchema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

/** Whether a member of a body (`['transaction', 'chainId']`) is a string: "1" there is an id, not a number. */
export function takesText(body: z.ZodType, path: readonly string[]): boolean {
  const root = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const alternatives = (schema: JsonSchema): readonly JsonSchema[] => {
    const target = schema.$ref && root.$defs?.[schema.$ref.replace('#/$defs/', '')]
    if (target) return alternatives(target)
    return schema.anyOf?.flatMap(alternatives) ?? [schema]
  }
  const reached = path.reduce<readonly JsonSchema[]>(
    (schemas, key) => schemas.flatMap(alternatives).flatMap(({ properties }) => properties?.[key] ?? []),
    [root],
  )
  return reached.flatMap(alternatives).some(({ type }) => [type].flat().includes('string'))
}
