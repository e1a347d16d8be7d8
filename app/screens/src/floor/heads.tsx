/** The first row of a table: what its columns are. What has no name is a column of buttons. */
export const Heads = ({ of }: { of: readonly string[] }) => (
  <thead>
    <tr>{of.map((name, index) => (name ? <th key={name} scope="col">{name}</th> : <td key={index} />))}</tr>
  </thead>
);
