/** A house number on the even side, before a section's name. Decoration. */
export function NumberPlate({ number }: { number: number }) {
  return (
    <span aria-hidden="true" className="plate">
      {number}
    </span>
  );
}
