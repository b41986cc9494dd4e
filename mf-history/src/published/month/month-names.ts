import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';

const firstOf = (month: string) => new Date(`${month}-01T12:00:00`);

/** 'October 2026'. @param month `YYYY-MM` */
export const monthName = (month: string) => format(firstOf(month), 'MMMM yyyy');

/** @param month `YYYY-MM` */
export const monthAfter = (month: string, months = 1) => format(addMonths(firstOf(month), months), 'yyyy-MM');

/** 'Thu 1 Oct'. @param date `YYYY-MM-DD` */
export const dayName = (date: string) => format(new Date(`${date}T12:00:00`), 'EEE d MMM');

export const isMonth = (given: string) => /^20\d\d-(0[1-9]|1[0-2])$/.test(given);
