import { AppError } from "../../platform/errors/errors.ts";

export const answerNotFound = () => new AppError("NOT_FOUND", { message: "Answer not found" });
export const postNotFound = () => new AppError("NOT_FOUND", { message: "Post not found" });
