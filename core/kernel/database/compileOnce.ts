import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely"

/** Stands for a value of a compiled statement. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The place of a value in a statement, as an expression for its builder. */
export type PlaceOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>

/**
 * A statement that is built and compiled at its first use, and later only gets its values: `Sql.query` takes what the
 * returned function makes of them. For queries that many requests ask and that always have the same shape.
 *
 * @example compileOnce<{ feedId: string }>()((at) => directoryFeeds.where("feed_id", "=", at("feedId")))
 */
export const compileOnce =
  <Values extends object>() =>
  <Row>(build: (at: PlaceOf<Values>) => Compilable<Row>): ((values: Values) => Compilable<Row>) => {
    let compiled: CompiledQuery<Row> | undefined
    const place: PlaceOf<Values> = (name) => sql`${new Place(name)}`
    return (values) => ({
      compile: () => {
        compiled ??= build(place).compile()
        const parameters = compiled.parameters.map((parameter) =>
          parameter instanceof Place ? values[parameter.name as keyof Values] : parameter,
        )
        return { ...compiled, parameters }
      },
    })
  }
