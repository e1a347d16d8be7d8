/** How many cards a device has read with low confidence, in words. */
export const unsureCards = (cards: number): string =>
  cards === 1 ? "1 card was read with low confidence" : `${cards} cards were read with low confidence`;
