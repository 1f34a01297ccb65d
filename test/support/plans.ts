import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely'
import type { Db, Schema } from '../../src/service/store/schema/schema.ts'

/** How SQLite goes about every statement that `work` sends. */
export async function plansOf(db: Kysely<Schema>, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const nodes: [RootOperationNode, Parameters<KyselyPlugin['transformQuery']>[0]['queryId']][] = []
  const spy: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      nodes.push([node, queryId])
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(spy))
  const plans: string[] = []
  for (const [node, queryId] of nodes) {
    const compiled = db.getExecutor().compileQuery(node, queryId)
    const { rows } = await db.executeQuery<{ detail: string }>({
      ...compiled,
      sql: `explain query plan ${compiled.sql}`,
    })
    plans.push(rows.map(({ detail }) => detail).join('\n'))
  }
  return plans
}
